declare module "*/rfj.terms" { export const comment: number, contextual: number }
declare module "*/rfj.parser" { export const parser: import("@lezer/lr").LRParser }
