/** Groups what is sorted by time, keeping the order. */
export function byDay<Item>(items: readonly Item[], dayOf: (item: Item) => string) {
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
