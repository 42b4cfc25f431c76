/** Something that this machine lacks, or a mistake in the arguments; printed without a stack. */
export class Failure extends Error {}

/** Returns the path of a program from PyPI, installed at first use. @throws Failure naming what is missing */
export function ensurePythonTool(name: string, version: string): Promise<string>;
