/**
 * Divides an amount over the invoices of one payment, in their order. Each takes as much as it has room for, first by the
 * first list of rooms, then by the next ones. What fits nowhere goes to the last invoice.
 */
export function divideInOrder(amountMinor: number, ...rooms: readonly (readonly number[])[]): number[] {
  const shares = (rooms[0] ?? []).map(() => 0)
  let left = amountMinor
  for (const room of rooms) {
    for (const [index, share] of shares.entries()) {
      const more = Math.max(0, Math.min(left, (room[index] ?? 0) - share))
      shares[index] = share + more
      left -= more
    }
  }
  const last = shares.length - 1
  if (last >= 0) shares[last] = (shares[last] ?? 0) + left
  return shares
}
