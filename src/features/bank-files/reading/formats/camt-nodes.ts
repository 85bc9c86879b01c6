/** An element as the parser gives it: a text, an object of its children, or a list where the name repeats. */
export type XmlNode = string | { [name: string]: XmlNode } | XmlNode[]

/** The first element at a path, or undefined. */
export function child(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let at = node
  for (const name of path) {
    const one = Array.isArray(at) ? at[0] : at
    if (typeof one !== 'object' || Array.isArray(one)) return undefined
    at = Object.hasOwn(one, name) ? one[name] : undefined
  }
  return Array.isArray(at) ? at[0] : at
}

/** All elements of a name, none or one included. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  const one = Array.isArray(node) ? node[0] : node
  if (typeof one !== 'object' || Array.isArray(one) || !Object.hasOwn(one, name)) return []
  const found = one[name]
  return Array.isArray(found) ? found : found === undefined ? [] : [found]
}

/** The text at a path without spaces around it. Null if there is no text. */
export function textOf(node: XmlNode | undefined, ...path: string[]): string | null {
  const found = child(node, ...path)
  const text = typeof found === 'object' && !Array.isArray(found) ? found['#text'] : found
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}
