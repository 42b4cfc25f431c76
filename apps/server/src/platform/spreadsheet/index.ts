/** Tables as files: CSV for programs, workbooks for people. */
export { csvPieces, plainEuros } from './csv.ts';
export { asText, type Cell, type Column, type Row, type Table } from './table.ts';
export { xlsxPieces } from './xlsx.ts';
