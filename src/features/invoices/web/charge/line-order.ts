interface Row {
  top: number
  height: number
}

const middle = ({ top, height }: Row) => top + height / 2

/** Where a row lands that was dragged so far: after all others whose middle it has passed. */
export function dropIndex(rows: readonly Row[], from: number, offset: number): number {
  const dragged = rows[from]
  if (!dragged) return from
  const place = middle(dragged) + offset
  return rows.filter((row, index) => index !== from && middle(row) < place).length
}

/** How far a row that is not dragged makes way: −1, 0 or 1 times the room that the dragged one takes. */
export function makesWay(index: number, from: number, to: number): -1 | 0 | 1 {
  if (index > from && index <= to) return -1
  return index < from && index >= to ? 1 : 0
}
