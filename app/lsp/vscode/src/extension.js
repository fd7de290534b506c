// Starts `racefree lsp` for files *.rfj, and once more for Java. Everything that is said of a program comes from there.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
let beside;

/** A page that the server has written, in a panel: the window may be on another machine than the file (SSH, containers, a browser). */
async function showDocument(params, _token, next) {
  if (!params.external || !/\.html$/.test(params.uri)) return next(params);
  const uri = vscode.Uri.parse(params.uri);
  const html = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const title = /<title>([^<·]*)/.exec(html)?.[1].trim() || "RaceFreeJava";
  const panel = vscode.window.createWebviewPanel("racefree.page", title, vscode.ViewColumn.Beside, { enableScripts: true, localResourceRoots: [] });
  // Without the styles that a panel has for pages that have none.
  panel.webview.html = html.replace("<style>", "<style>body{padding:0}code{color:inherit;background:none;padding:0}");
  return { success: true };
}

function start() {
  const command = vscode.workspace.getConfiguration("racefree").get("server.path") || "racefree";
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "rfj" }],
    synchronize: { configurationSection: "racefree" },
    initializationOptions: vscode.workspace.getConfiguration("racefree"),
    middleware: { window: { showDocument } },
  };
  client = new LanguageClient("racefree", "RaceFreeJava", server, options);
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(`\`${command} lsp\` cannot be started: ${error.message}. Set racefree.server.path.`);
  });
}

/** For Java, beside the server that knows the language: errors, locks held, repairs. */
function startJava() {
  const settings = vscode.workspace.getConfiguration("racefree");
  if (!settings.get("java.enable")) return;
  const server = { command: settings.get("server.path") || "racefree", args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "java", scheme: "file" }],
    initializationOptions: { ...settings, language: "java" },
  };
  beside = new LanguageClient("racefree.java", "racefree for Java", server, options);
  return beside.start().catch((error) => vscode.window.showErrorMessage(`racefree for Java cannot be started: ${error.message}`));
}

exports.activate = async (context) => {
  const restart = async () => {
    await client?.stop();
    await beside?.stop();
    await start();
    await startJava();
  };
  context.subscriptions.push(vscode.commands.registerCommand("racefree.restart", restart));
  await start();
  await startJava();
};

exports.deactivate = () => Promise.all([client?.stop(), beside?.stop()]);
