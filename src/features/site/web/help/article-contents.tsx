import { ChevronDown } from 'lucide-react'
import { classNames } from '../../../../web/ui/class-names.ts'

interface ArticleContentsProps {
  label?: string
  sections: ReadonlyArray<{ id: string; level?: 2 | 3; heading: string }>
}

export function ContentsBeside({ label = 'On this page', sections }: ArticleContentsProps) {
  return (
    <nav
      aria-labelledby="article-contents"
      className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto rounded-lg border border-border bg-surface p-2 shadow-card max-lg:hidden"
    >
      <h2 id="article-contents" className="px-3 pt-2 pb-1 text-sm font-semibold text-foreground">
        {label}
      </h2>
      <ContentsList sections={sections} />
    </nav>
  )
}

/** The same above the text, on screens without room beside it. */
export function ContentsAbove({ sections }: ArticleContentsProps) {
  return (
    <details className="group rounded-lg border border-border bg-surface lg:hidden">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-lg px-4 text-sm font-semibold text-foreground [&::-webkit-details-marker]:hidden">
        On this page
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <nav aria-label="On this page" className="border-t border-border p-1">
        <ContentsList sections={sections} />
      </nav>
    </details>
  )
}

function ContentsList({ sections }: Pick<ArticleContentsProps, 'sections'>) {
  return (
    <ul>
      {sections.map(({ id, level, heading }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={classNames(
              'flex min-h-8 items-center rounded-md px-3 py-1 text-sm text-muted -outline-offset-2 hover:bg-surface-sunken hover:text-foreground touch:min-h-11',
              level === 3 && 'pl-6',
            )}
          >
            {heading}
          </a>
        </li>
      ))}
    </ul>
  )
}
