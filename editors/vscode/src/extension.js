// Starts `racefree lsp` for files *.rfj. Everything that is said of a program comes from there.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const command = vscode.workspace.getConfiguration("racefree").get("server.path") || "racefree";
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "rfj" }],
    synchronize: { configurationSection: "racefree" },
    initializationOptions: vscode.workspace.getConfiguration("racefree"),
  };
  client = new LanguageClient("racefree", "RaceFreeJava", server, options);
  return client.start().catch((error) => {
    vscode.window.showErrorMessage(`\`${command} lsp\` cannot be started: ${error.message}. Set racefree.server.path.`);
  });
}

exports.activate = async (context) => {
  const restart = async () => {
    await client?.stop();
    await start();
  };
  context.subscriptions.push(vscode.commands.registerCommand("racefree.restart", restart));
  await start();
};

exports.deactivate = () => client?.stop();
