/**
 * Which columns of a list a person has chosen, by id. What it does not name (a column that came with a later version)
 * stands where the list itself puts it: only `on` brings a field of the record, only `off` takes a column away.
 */
export type ColumnView = {
  /** Every id in the order that was chosen. */
  order: readonly string[];
  on: readonly string[];
  off: readonly string[];
};
