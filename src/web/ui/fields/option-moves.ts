/** What the keys do in a list of options of which one is active. Arrows go around at its ends. */
export function optionMoves<Option>(
  options: readonly Option[],
  activeIndex: number,
  setActive: (index: number) => void,
  choose: (option: Option) => void,
): Record<string, () => void> {
  const count = options.length
  return {
    ArrowDown: () => setActive(count === 0 ? 0 : (activeIndex + 1) % count),
    ArrowUp: () => setActive(count === 0 ? 0 : (activeIndex - 1 + count) % count),
    Home: () => setActive(0),
    End: () => setActive(Math.max(count - 1, 0)),
    Enter: () => {
      const option = options[activeIndex]
      if (option) choose(option)
    },
  }
}
