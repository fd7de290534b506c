//! Acceptance curves as a drawing: solid for programs as they were made, dashed for those with an edit.

use super::curve::seen;
use plotters::prelude::*;
use racefree_soundness::curve::{Curve, Curves, Population};

const SIZE: (u32, u32) = (880, 460);
const FONT: (&str, u32) = ("sans-serif", 14);

/// Colours that are told apart by people who do not see all of them (Okabe and Ito).
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

/// The drawing. Fails if there is nothing to draw.
pub fn svg(found: &Curves, seed: u64) -> Result<String, String> {
    let right = found.curves.iter().flat_map(|c| c.bins.iter().filter(|b| seen(b))).map(|b| b.to).max();
    let Some(right) = right else {
        return Err("there are too few programs of any size to draw a curve; --programs asks for more".to_owned());
    };
    let mut text = String::new();
    draw(&mut text, found, right, seed).map_err(|e| format!("the curves cannot be drawn: {e}"))?;
    Ok(text)
}

fn draw(text: &mut String, found: &Curves, right: usize, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let caption = format!("Accepted programs by size ({} programs, seed {seed})", found.programs);
    let mut chart = ChartBuilder::on(&root)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..right as f64, 0.0..100.0)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("tokens")
        .y_desc("accepted, %")
        .axis_desc_style(FONT)
        .label_style(FONT)
        .draw()?;
    let rules = found.curves.len() / Population::ALL.len();
    for (i, curve) in found.curves.iter().enumerate() {
        let color = COLORS[i % rules.max(1) % COLORS.len()];
        let points = points(curve);
        let name = format!("{}, {}", curve.rules, curve.population.name());
        let style = color.stroke_width(2);
        let drawn = match curve.population {
            Population::Generated => chart.draw_series(LineSeries::new(points.clone(), style))?,
            Population::Edited => chart.draw_series(DashedLineSeries::new(points.clone(), 6, 4, style))?,
        };
        drawn.label(name).legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
        chart.draw_series(points.iter().map(|&at| Circle::new(at, 2, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(120, 120, 120))
        .label_font(FONT)
        .draw()?;
    root.present()?;
    Ok(())
}

/// The middle of each size, with the rate in percent.
fn points(curve: &Curve) -> Vec<(f64, f64)> {
    let middle = |from: usize, to: usize| (from + to) as f64 / 2.0;
    curve.bins.iter().filter(|b| seen(b)).map(|b| (middle(b.from, b.to), 100.0 * b.rate())).collect()
}
