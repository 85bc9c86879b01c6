import { placeholders } from '../../shared/installation.ts'
import type { Block, Inline } from './prose.ts'

/** Text without formatting. Facts about the installation stay placeholders: most callers run at build time. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ')
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return plainInline(block.content)
    case 'list':
      return block.items.map(plainText).join(' ')
    case 'note':
      return plainText(block.blocks)
    case 'table':
      return [block.head, ...block.rows].map((row) => `${row.map(plainInline).join(', ')}.`).join(' ')
    case 'code':
      return block.text
    case 'picture':
      return ''
  }
}

function plainInline(content: readonly Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll(/\s+/g, ' ')
      if (part.kind === 'code') return part.text
      return part.kind === 'fact' ? placeholders[part.name] : plainInline(part.content)
    })
    .join('')
}
