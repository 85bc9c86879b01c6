import { invalidRequest } from './sandbox-error.ts'

type Node = { [name: string]: Node | string }

/** a[b][0]=c → { a: { b: ['c'] } }, as the provider's clients write what they send. Every value stays text. */
export function parseForm(text: string): Record<string, unknown> {
  const root: Node = {}
  for (const [name, value] of new URLSearchParams(text)) place(root, namesIn(name), value, name)
  return withLists(root) as Record<string, unknown>
}

function namesIn(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match?.[1]) throw invalidRequest(`Invalid name: ${name}`)
  const rest = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => inner ?? '')
  return [match[1], ...rest]
}

function place(root: Node, names: string[], value: string, whole: string): void {
  let node = root
  names.forEach((written, index) => {
    const name = written === '' ? String(Object.keys(node).length) : written
    // Would reach the prototype instead of becoming a field.
    if (name === '__proto__') throw invalidRequest(`Invalid name: ${whole}`)
    if (index === names.length - 1) {
      node[name] = value
      return
    }
    const next = Object.hasOwn(node, name) ? node[name] : undefined
    if (typeof next === 'object') {
      node = next
      return
    }
    const made: Node = {}
    node[name] = made
    node = made
  })
}

function withLists(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const names = Object.keys(node)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return Object.values(node).map(withLists)
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withLists(value)]))
}
