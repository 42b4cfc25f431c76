interface Changed {
  change: number | null;
}

/**
 * Whether rows have a share of the change. Where some went up and others down they would be above 100 % and below zero, and say less than
 * the amounts.
 */
export function hasSharesOfChange({
  rows,
  others,
  total,
}: {
  rows: readonly Changed[];
  others: Changed | null;
  total: Changed;
}): boolean {
  const changes = [...rows, ...(others === null ? [] : [others])].map(({ change }) => change ?? 0);
  return (
    Boolean(total.change) &&
    (changes.every((change) => change >= 0) || changes.every((change) => change <= 0))
  );
}
