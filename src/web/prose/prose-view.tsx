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

/** The sections of a text, with headings that can be linked to. The one in the URL's hash is marked. */
export function ProseSections({ sections }: { sections: readonly Section[] }) {
  const hash = useHash()
  return sections.map((section) => (
    <section
      key={section.id}
      id={section.id}
      className={classNames('relative', markClasses(section.id, hash))}
    >
      <SectionHeading {...section} />
      <ProseBlocks blocks={section.blocks} />
    </section>
  ))
}

/** `:target` matches only the hash of the URL that was loaded, not one that the app navigated to later. */
function markClasses(id: string, hash: string | undefined): string | false {
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
          <InlineText content={block.content} />
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
    <table className="mt-4 w-full text-left text-sm">
      <thead className="border-b border-border-strong">
        <tr>
          {numbered(head, (cell) => (
            <th
              scope="col"
              className="py-2 pr-4 last:pr-0 max-sm:pr-3 align-bottom font-semibold text-foreground"
            >
              <InlineText content={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered(rows, (row) => (
          <tr className="border-b border-border">
            {numbered(row, (cell) => (
              <td className="py-2.5 pr-4 last:pr-0 max-sm:pr-3 align-top text-foreground">
                <InlineText content={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function InlineText({ content }: { content: readonly Inline[] }) {
  return numbered(content, (part) => <InlinePart part={part} />)
}

function InlinePart({ part }: { part: Inline }) {
  if (typeof part === 'string') return <MarkedText text={part} />
  switch (part.kind) {
    case 'strong':
      return (
        <strong className="font-semibold">
          <InlineText content={part.content} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <InlineText content={part.content} />
        </em>
      )
    case 'code':
      return <code className="rounded-sm bg-surface-sunken px-1 py-0.5 text-[0.9em]">{part.text}</code>
    case 'link':
      return (
        <ProseLink to={part.to}>
          <InlineText content={part.content} />
        </ProseLink>
      )
    case 'fact':
      return <Fact name={part.name} />
  }
}

function Fact({ name }: { name: FactName }) {
  const content = readInstallation()[name]
  if (name !== 'support') return <span className="whitespace-pre-line">{content}</span>
  return (
    <a href={`mailto:${content}`} className={textLink}>
      {content}
    </a>
  )
}

function ProseLink({ to, children }: { to: string; children: ReactNode }) {
  const [path = '', hash] = to.split('#')
  // Links to the API and to other sites bypass the router.
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

/** Renders the parts with their index as key: a text never changes its order. */
function numbered<T>(parts: readonly T[], render: (part: T) => ReactNode): ReactNode {
  return Children.toArray(parts.map(render))
}
