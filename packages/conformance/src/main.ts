#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { runCli } from './cli.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  say: (text) => console.log(text),
  complain: (text) => console.error(text),
  readText: (file) => readFile(file, 'utf8'),
});
