// Serves a folder to this machine, as any server of files does: node test/serve.mjs DIR [PORT]
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".json": "application/json", ".txt": "text/plain" };

export function serve(folder, port = 0) {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname), file = path.join(folder, name.endsWith("/") ? `${name}index.html` : name);
    fs.readFile(file, (error, bytes) => {
      response.writeHead(error ? 404 : 200, { "content-type": kinds[path.extname(file)] ?? "application/octet-stream" });
      response.end(error ? "not found" : bytes);
    });
  });
  return new Promise((done) => server.listen(port, "127.0.0.1", () => done({ server, url: `http://127.0.0.1:${server.address().port}/` })));
}

if (process.argv[1] === import.meta.filename) console.log((await serve(process.argv[2], Number(process.argv[3] ?? 0))).url);
