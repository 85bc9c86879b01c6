/** What a part of the bench prints, and which of its targets were missed. */
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

/** Each figure in words beside its target, and the names of those that miss theirs. A figure that is none misses too. */
export function checkTargets<Name extends string>(
  targets: Record<Name, Target>,
): { words: Record<Name, string>; missed: Name[] } {
  const names = Object.keys(targets) as Name[]
  const isMet = ({ value, atLeast = -Infinity, atMost = Infinity }: Target) =>
    value >= atLeast && value <= atMost
  const wordsOf = (target: Target) => {
    const { value, unit, atLeast, atMost } = target
    const aim = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
    return `${value.toFixed(2)} ${unit} (${aim}${isMet(target) ? '' : ': MISSED'})`
  }
  return {
    words: Object.fromEntries(names.map((name) => [name, wordsOf(targets[name])])) as Record<Name, string>,
    missed: names.filter((name) => !isMet(targets[name])),
  }
}
