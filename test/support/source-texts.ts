import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

export interface SourceText {
  line: number
  text: string
}

/** Attributes and functions whose strings are for machines. */
const machineAttributes =
  /^(autoComplete|className|d|download|form|href|htmlFor|id|inputMode|key|name|rel|role|src|style|target|to|type|value|viewBox)$/
const machineTags = /^(sql|css|html\.raw)$/
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
  const isQuery = /^\s*(alter|create|delete|drop|grant|insert|revoke|select|set|update|with)\s[a-z_"(*]/.test(
    text,
  )
  return /[a-z]/i.test(text) && !isQuery && /^[A-Z][a-z]+$|\s/.test(text.trim())
}

/** The texts of a source file that people may read: strings, templates and the text of elements, not what is logged. */
export function sourceTexts(path: string): SourceText[] {
  const source = readFileSync(path, 'utf8')
  const found: { start: number; text: string }[] = []
  const add = ({ start }: Node, text: string) => {
    const joined = text.replaceAll(/\s+/g, ' ').trim()
    if (isForPeople(joined)) found.push({ start, text: joined })
  }

  function visit(node: Node): void {
    const isLogged = node.type === 'CallExpression' && /(^|\.)log\.\w+$/.test(nameOf(node['callee']))
    if (isLogged || skipped.test(node.type)) return
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
      if (isQuery && child === node['quasi']) childrenOf(child).forEach(visit)
      else visit(child)
    }
  }

  visit(parseSync(path, source).program as unknown as Node)
  return found.map(({ start, text }) => ({ line: source.slice(0, start).split('\n').length, text }))
}
