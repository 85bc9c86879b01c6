import { Link } from '@tanstack/react-router'
import { Children, type ReactNode } from 'react'
import type { FactName } from '../../shared/installation.ts'
import { readInstallation } from '../installation.ts'
import { Picture } from '../picture.tsx'
import { classNames } from '../ui/class-names.ts'
import { textLink } from '../ui/text-link.ts'
import { MarkedText } from './marked-text.tsx'
import type { Block, Inline, Section } from './prose.ts'
import { useHash } from './use-hash.ts'

/** The parts of a text, each with a heading that can be linked to. The one that a link has led to is marked. */
export function ProseSections({ sections }: { sections: readonly Section[] }) {
  const hash = useHash()
  return sections.map((section) => (
    <section key={section.id} id={section.id} className={classNames('relative', markLook(section.id, hash))}>
      <SectionHeading {...section} />
      <ProseBlocks blocks={section.blocks} />
    </section>
  ))
}

/** The browser knows the target of the address that it has loaded, and nothing of those that the app has gone to since. */
function markLook(id: string, hash: string | undefined): string | false {
  if (hash === undefined) {
    return 'target:before:absolute target:before:inset-y-0 target:before:-left-3 target:before:w-1 target:before:rounded-full target:before:bg-accent sm:target:before:-left-4'
  }
  return (
    hash === id &&
    'before:absolute before:inset-y-0 before:-left-3 before:w-1 before:rounded-full before:bg-accent sm:before:-left-4'
  )
}

function SectionHeading({ level, heading }: Section) {
  const Heading = `h${level}` as const
  const size = level === 2 ? 'text-xl sm:text-2xl' : 'text-lg'
  return <Heading className={`${size} font-semibold tracking-tight text-foreground`}>{heading}</Heading>
}

export function ProseBlocks({ blocks }: { blocks: readonly Block[] }) {
  return numbered(blocks, (block) => <ProseBlock block={block} />)
}

function ProseBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="mt-3 leading-7 text-foreground">
          <Words words={block.words} />
        </p>
      )
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return (
        <List
          className={`mt-3 flex flex-col gap-1.5 pl-6 ${block.isNumbered ? 'list-decimal' : 'list-disc'}`}
        >
          {numbered(block.items, (item) => (
            <li className="pl-1 [&>p:first-child]:mt-0">
              <ProseBlocks blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'note':
      return (
        <div className="mt-4 rounded-lg border border-accent/20 bg-accent-soft px-4 pt-1 pb-4">
          <ProseBlocks blocks={block.blocks} />
        </div>
      )
    case 'table':
      return <ProseTable {...block} />
    case 'code':
      return (
        <pre className="mt-4 rounded-lg border border-border bg-surface-sunken p-4 text-sm wrap-anywhere whitespace-pre-wrap">
          <code>{block.text}</code>
        </pre>
      )
    case 'picture':
      return <Picture name={block.name} alt={block.alt} className="mt-5 mb-2 shadow-card" />
  }
}

function ProseTable({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table className="mt-4 w-full text-left text-sm wrap-break-word">
      <thead className="border-b border-border-strong">
        <tr>
          {numbered(head, (cell) => (
            <th scope="col" className="py-2 pr-4 align-bottom font-semibold text-foreground">
              <Words words={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered(rows, (row) => (
          <tr className="border-b border-border">
            {numbered(row, (cell) => (
              <td className="py-2.5 pr-4 align-top text-foreground">
                <Words words={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Words({ words }: { words: readonly Inline[] }) {
  return numbered(words, (part) => <Word part={part} />)
}

function Word({ part }: { part: Inline }) {
  if (typeof part === 'string') return <MarkedText text={part} />
  switch (part.kind) {
    case 'strong':
      return (
        <strong className="font-semibold">
          <Words words={part.words} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Words words={part.words} />
        </em>
      )
    case 'code':
      return <code className="rounded-sm bg-surface-sunken px-1 py-0.5 text-[0.9em]">{part.text}</code>
    case 'link':
      return (
        <ProseLink to={part.to}>
          <Words words={part.words} />
        </ProseLink>
      )
    case 'fact':
      return <Fact name={part.name} />
  }
}

function Fact({ name }: { name: FactName }) {
  const words = readInstallation()[name]
  if (name !== 'support') return <span className="whitespace-pre-line">{words}</span>
  return (
    <a href={`mailto:${words}`} className={textLink}>
      {words}
    </a>
  )
}

function ProseLink({ to, children }: { to: string; children: ReactNode }) {
  const [path = '', hash] = to.split('#')
  // What the server answers itself, and what lies elsewhere.
  if (!path.startsWith('/') || path.startsWith('/api/')) {
    return (
      <a href={to} className={textLink}>
        {children}
      </a>
    )
  }
  return (
    <Link to={path} {...(hash ? { hash } : {})} className={textLink}>
      {children}
    </Link>
  )
}

/** A text never changes its order while it is read: the place of a part is its key. */
function numbered<T>(parts: readonly T[], render: (part: T) => ReactNode): ReactNode {
  return Children.toArray(parts.map(render))
}
