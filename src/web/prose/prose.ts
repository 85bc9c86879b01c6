import type { FactName } from '../../shared/installation.ts'

/** A text written in Markdown, as the build hands it to the page. */
export interface Prose {
  /** From the lines above the text, such as `updated: 2026-11-16`. */
  about: Readonly<Record<string, string>>
  /** What stands before the first heading. */
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
  | { kind: 'paragraph'; words: readonly Inline[] }
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
  | { kind: 'strong' | 'emphasis'; words: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; to: string; words: readonly Inline[] }
  /** Something that only the installation knows, such as who runs it. */
  | { kind: 'fact'; name: FactName }
