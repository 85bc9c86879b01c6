import { placeholders } from '../../shared/installation.ts'
import type { Block, Inline } from './prose.ts'

/** What the blocks say, without how it looks. Who runs the site stays a placeholder: most who ask are at work while it is built. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ')
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return plainInline(block.words)
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

function plainInline(words: readonly Inline[]): string {
  return words
    .map((part) => {
      if (typeof part === 'string') return part.replaceAll(/\s+/g, ' ')
      if (part.kind === 'code') return part.text
      return part.kind === 'fact' ? placeholders[part.name] : plainInline(part.words)
    })
    .join('')
}
