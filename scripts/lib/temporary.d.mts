/** The folder below which tests put stores that live as long as they do. */
export function fastestParent(): string;
