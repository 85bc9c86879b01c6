import { parseSync } from 'rolldown/utils'

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

interface SourceText {
  line: number
  text: string
}

/** Attributes and tags whose strings are for programs. */
const machineAttributes =
  /^(autoComplete|className|d|download|form|href|htmlFor|id|inputMode|key|name|rel|role|src|style|target|to|type|value|viewBox)$/
const machineTags = /^sql$/
const skipped = /^(Import|TS(?!As|Satisfies|NonNull))/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node) =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node['object'])}.${nameOf(node['property'])}`
  return typeof node['name'] === 'string' ? node['name'] : ''
}

/** What is inserted into a text is shown as "…". */
function templateText(node: Node): string {
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

function elementText(node: Node): string {
  return (node['children'] as Node[])
    .map((child) => {
      if (child.type === 'JSXText') return child['value'] as string
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') return elementText(child)
      const inner = child['expression']
      return isNode(inner) && inner.type === 'Literal' ? String(inner['value']) : '…'
    })
    .join('')
}

/** Query texts, and words without a capital or a space: identifiers, addresses, names of classes. */
function isForPeople(text: string): boolean {
  const isQuery =
    /::|\$\d|^\s*(alter|create|delete|drop|grant|insert|revoke|select|set|update|with)\s[a-z_"(*…]/.test(text)
  return /[a-z]/i.test(text) && !isQuery && /^[A-Z][a-z]+$|\s/.test(text.trim())
}

/** What is logged, errors that no one should see, and lists of words. */
function isForPrograms({ type, callee }: Node): boolean {
  if (type === 'NewExpression') return /^(Type)?Error$/.test(nameOf(callee))
  return type === 'CallExpression' && /(^|\.)log\.\w+$|^\.split$/.test(nameOf(callee))
}

/** The texts of a source file that people may read: strings, templates and the text of elements, not what is logged. */
export function sourceTexts(path: string, source: string): SourceText[] {
  const found: { start: number; text: string }[] = []
  const add = ({ start }: Node, text: string) => {
    const joined = text.replaceAll(/\s+/g, ' ').trim()
    if (isForPeople(joined)) found.push({ start, text: joined })
  }

  function walk(node: Node): void {
    if (isForPrograms(node) || skipped.test(node.type)) return
    if (node.type === 'JSXAttribute' && machineAttributes.test(nameOf(node['name']))) return
    if (node.type === 'Literal') {
      if (typeof node['value'] === 'string') add(node, node['value'])
    } else if (node.type === 'TemplateLiteral') {
      add(node, templateText(node))
    } else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node['children'] as Node[]
      if (children.some((child) => child.type === 'JSXText' && String(child['value']).trim() !== '')) {
        add(node, elementText(node))
      }
    }
    for (const child of childrenOf(node)) {
      const isKey = node.type === 'Property' && child === node['key']
      const isQuery = node.type === 'TaggedTemplateExpression' && machineTags.test(nameOf(node['tag']))
      const from = /^Export(All|Named)/.test(node.type) && child === node['source']
      if (isKey || from) continue
      if (isQuery && child === node['quasi']) childrenOf(child).forEach(walk)
      else walk(child)
    }
  }

  walk(parseSync(path, source).program as unknown as Node)
  return found.map(({ start, text }) => ({ line: source.slice(0, start).split('\n').length, text }))
}
