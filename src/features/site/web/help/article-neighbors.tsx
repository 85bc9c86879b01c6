import { Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { classNames } from '../../../../web/ui/class-names.ts'
import { type HelpSlug, helpArticles, helpSlugs } from '../../help-rules.ts'

/** Links to the previous and next article of the category. */
export function ArticleNeighbors({ slug }: { slug: HelpSlug }) {
  const { category } = helpArticles[slug]
  const inCategory = helpSlugs.filter((other) => helpArticles[other].category === category)
  const index = inCategory.indexOf(slug)
  const previous = inCategory[index - 1]
  const next = inCategory[index + 1]
  return (
    <nav aria-label="More articles" className="grid gap-3 sm:grid-cols-2">
      {previous && <Neighbor slug={previous} isNext={false} />}
      {next && <Neighbor slug={next} isNext />}
    </nav>
  )
}

function Neighbor({ slug, isNext }: { slug: HelpSlug; isNext: boolean }) {
  const Arrow = isNext ? ArrowRight : ArrowLeft
  return (
    <Link
      to={`/help/${slug}`}
      className={classNames(
        'flex flex-col gap-0.5 rounded-lg border border-border bg-surface p-4 shadow-card hover:border-border-strong',
        isNext && 'items-end text-right sm:col-start-2',
      )}
    >
      <span
        className={classNames('flex items-center gap-1.5 text-sm text-muted', isNext && 'flex-row-reverse')}
      >
        <Arrow aria-hidden className="size-4" />
        {isNext ? 'Next' : 'Previous'}
      </span>
      <span className="font-medium text-foreground">{helpArticles[slug].title}</span>
    </Link>
  )
}
