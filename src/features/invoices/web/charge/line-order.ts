interface Row {
  top: number
  height: number
}

const middle = ({ top, height }: Row) => top + height / 2

/** Returns the new index of a row dragged by `offset`: after all rows whose middle it has passed. */
export function dropIndex(rows: readonly Row[], from: number, offset: number): number {
  const dragged = rows[from]
  if (!dragged) return from
  const draggedMiddle = middle(dragged) + offset
  return rows.filter((row, index) => index !== from && middle(row) < draggedMiddle).length
}

/** Returns the shift of another row during the drag: −1, 0 or 1 times the space of the dragged row. */
export function shiftOf(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1
  return index < from && index >= to ? 1 : 0
}
