//! Layout of the states: in layers by their distance from the first one, the states of a layer in an order in which few
//! transitions cross (the barycentre heuristic of Sugiyama, Tagawa and Toda, 1981).

/// Number of passes, down and up, that improve the order.
const SWEEPS: usize = 6;

/// Column of each node, in units of the distance between neighbours; 0 is the middle.
pub fn columns(depths: &[u32], edges: &[(usize, usize)]) -> Vec<f64> {
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (node, &depth) in depths.iter().enumerate() {
        if layers.len() <= depth as usize {
            layers.resize(depth as usize + 1, Vec::new());
        }
        layers[depth as usize].push(node);
    }
    let (mut above, mut below) = (vec![Vec::new(); depths.len()], vec![Vec::new(); depths.len()]);
    for &(from, to) in edges {
        if depths[to] == depths[from] + 1 {
            above[to].push(from);
            below[from].push(to);
        }
    }
    let mut column = vec![0.0; depths.len()];
    let place = |layer: &[usize], column: &mut Vec<f64>| {
        for (i, &node) in layer.iter().enumerate() {
            column[node] = i as f64 - (layer.len() as f64 - 1.0) / 2.0;
        }
    };
    for layer in &layers {
        place(layer, &mut column);
    }
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let neighbours = if down { &above } else { &below };
        let mut order: Vec<usize> = (0..layers.len()).collect();
        if !down {
            order.reverse();
        }
        for depth in order {
            let layer = &mut layers[depth];
            let centre = |node: usize| match neighbours[node].as_slice() {
                [] => column[node],
                all => all.iter().map(|&n| column[n]).sum::<f64>() / all.len() as f64,
            };
            let mut keyed: Vec<(f64, usize)> = layer.iter().map(|&n| (centre(n), n)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            *layer = keyed.into_iter().map(|(_, n)| n).collect();
            place(layer, &mut column);
        }
    }
    column
}
