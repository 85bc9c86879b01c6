import type { FactName } from '../../shared/installation.ts'

export interface Prose {
  /** The front matter, such as `updated: 2026-11-16`. */
  about: Readonly<Record<string, string>>
  opening: readonly Block[]
  sections: readonly Section[]
}

export interface Section {
  id: string
  level: 2 | 3
  heading: string
  blocks: readonly Block[]
}

export type Block =
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: ReadonlyArray<readonly Block[]> }
  | { kind: 'note'; blocks: readonly Block[] }
  | {
      kind: 'table'
      head: ReadonlyArray<readonly Inline[]>
      rows: ReadonlyArray<ReadonlyArray<readonly Inline[]>>
    }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; name: string; alt: string }

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; content: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; to: string; content: readonly Inline[] }
  | { kind: 'fact'; name: FactName }
