/** The model itself serves the page of an integration as well, so it stands in lib. */
export * from '../../lib/pending-links.ts';
