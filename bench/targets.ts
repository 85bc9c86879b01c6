/** The output of a part of the benchmark, and its missed targets. */
export interface Outcome {
  text: string
  missed: string[]
}

interface Target {
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

/**
 * Formats each figure with its target, and lists the names of those that miss theirs. NaN counts as missed.
 */
export function checkTargets<Name extends string>(
  targets: Record<Name, Target>,
): { labels: Record<Name, string>; missed: Name[] } {
  const names = Object.keys(targets) as Name[]
  const isMet = ({ value, atLeast = -Infinity, atMost = Infinity }: Target) =>
    value >= atLeast && value <= atMost
  const labelOf = (target: Target) => {
    const { value, unit, atLeast, atMost } = target
    const aim = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
    return `${value.toFixed(2)} ${unit} (${aim}${isMet(target) ? '' : ': MISSED'})`
  }
  return {
    labels: Object.fromEntries(names.map((name) => [name, labelOf(targets[name])])) as Record<Name, string>,
    missed: names.filter((name) => !isMet(targets[name])),
  }
}
