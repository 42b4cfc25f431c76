/** Tables as files: CSV for programs, XLSX for people. */
export { csvPieces, plainEuros } from './csv.ts';
export { type FileCell, type FileTable, readTable, rowsPerYield, textOf } from './read.ts';
export { asText, type Cell, type CellKind, type Column, type Row, type Table } from './table.ts';
export { xlsxPieces } from './xlsx.ts';
