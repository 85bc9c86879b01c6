import { invalidRequest } from './sandbox-error.ts'

type Node = { [name: string]: Node | string }

/** a[b][0]=c → { a: { b: ['c'] } }, as the provider's clients send forms. Every value stays text. */
export function parseForm(text: string): Record<string, unknown> {
  const root: Node = {}
  for (const [name, value] of new URLSearchParams(text)) setValue(root, namesIn(name), value, name)
  return toArrays(root) as Record<string, unknown>
}

function namesIn(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match?.[1]) throw invalidRequest(`Invalid name: ${name}`)
  const rest = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => inner ?? '')
  return [match[1], ...rest]
}

function setValue(root: Node, names: string[], value: string, fullName: string): void {
  let node = root
  names.forEach((part, index) => {
    const name = part === '' ? String(Object.keys(node).length) : part
    // Would change the prototype instead of adding a field.
    if (name === '__proto__') throw invalidRequest(`Invalid name: ${fullName}`)
    if (index === names.length - 1) {
      node[name] = value
      return
    }
    const next = Object.hasOwn(node, name) ? node[name] : undefined
    if (typeof next === 'object') {
      node = next
      return
    }
    const child: Node = {}
    node[name] = child
    node = child
  })
}

function toArrays(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const names = Object.keys(node)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return Object.values(node).map(toArrays)
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, toArrays(value)]))
}
