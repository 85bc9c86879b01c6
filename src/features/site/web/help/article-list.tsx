import { Link } from '@tanstack/react-router'
import { type HelpCategory, helpArticles, helpCategories, helpSlugs } from '../../help-rules.ts'

const categories = Object.keys(helpCategories) as HelpCategory[]

/** Lists every article, by category. */
export function ArticleList() {
  return (
    <div className="flex flex-col gap-10">
      {categories.map((category) => (
        <section key={category} aria-labelledby={`articles-${category}`}>
          <h2 id={`articles-${category}`} className="text-lg font-semibold tracking-tight text-foreground">
            {helpCategories[category]}
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
            {helpSlugs
              .filter((slug) => helpArticles[slug].category === category)
              .map((slug) => (
                <ArticleCard key={slug} slug={slug} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ArticleCard({ slug }: { slug: (typeof helpSlugs)[number] }) {
  const { title, description, minutes } = helpArticles[slug]
  return (
    <li className="relative flex flex-col gap-1 rounded-lg border border-border bg-surface p-4 shadow-card transition-colors hover:border-border-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring sm:p-5">
      <h3 className="text-base font-semibold text-foreground">
        {/* The whole card is clickable. */}
        <Link to={`/help/${slug}`} className="outline-none after:absolute after:inset-0 after:rounded-lg">
          {title}
        </Link>
      </h3>
      <p className="text-sm text-muted">{description}</p>
      <p className="mt-auto pt-2 text-sm text-muted">{minutes} min read</p>
    </li>
  )
}
