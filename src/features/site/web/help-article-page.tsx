import { Link, linkOptions } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Clock } from 'lucide-react'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { ProseBlocks, ProseSections } from '../../../web/prose/prose-view.tsx'
import type { Prose } from '../../../web/prose/prose.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { type HelpSlug, helpArticles, helpCategories, helpSlugs } from '../help-rules.ts'
import { ContentsAbove, ContentsBeside } from './help/article-contents.tsx'
import { VideoCard } from './help/video-card.tsx'
import { videos } from './help/videos.ts'
import { WasThisHelpful } from './help/was-this-helpful.tsx'
import { ReadingPage, ReadingSheet } from './reading-page.tsx'

export function HelpArticlePage({ slug, prose }: { slug: HelpSlug; prose: Prose }) {
  return (
    <ReadingPage
      header={<ArticleHeader slug={slug} />}
      contents={<ContentsBeside sections={prose.sections} />}
    >
      <ContentsAbove sections={prose.sections} />
      <ReadingSheet>
        <article aria-labelledby="article-title" className="flex flex-col gap-8">
          <div className="*:first:mt-0">
            <ProseBlocks blocks={prose.opening} />
          </div>
          <ProseSections sections={prose.sections} />
        </article>
        <AppLink slug={slug} />
      </ReadingSheet>
      <footer className="flex flex-col gap-6 max-sm:mt-2 max-sm:border-t max-sm:border-border max-sm:pt-8">
        <ArticleVideos slug={slug} />
        <WasThisHelpful slug={slug} />
        <ArticleNeighbors slug={slug} />
      </footer>
    </ReadingPage>
  )
}

function ArticleHeader({ slug }: { slug: HelpSlug }) {
  const { title, category, minutes } = helpArticles[slug]
  return (
    <PageHeader
      above={<BackLink to="/help">Help Center</BackLink>}
      title={<span id="article-title">{title}</span>}
      description={
        <span className="flex flex-wrap items-center gap-x-2 text-sm">
          <span>{helpCategories[category]}</span>
          <span aria-hidden>·</span>
          <span className="flex items-center gap-1.5">
            <Clock aria-hidden className="size-4" />
            {minutes} min read
          </span>
        </span>
      }
    />
  )
}

function AppLink({ slug }: { slug: HelpSlug }) {
  const link = appLinks[slug]
  if (!link) return null
  const { label, ...target } = link
  return (
    <Button asChild className="self-start">
      <Link {...target}>
        {label}
        <ArrowRight aria-hidden />
      </Link>
    </Button>
  )
}

function ArticleVideos({ slug }: { slug: HelpSlug }) {
  const about = videos.filter(({ article }) => article === slug)
  if (about.length === 0) return null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {about.map((video) => (
        <VideoCard key={video.slug} video={video} level={2} hasArticleLink={false} />
      ))}
    </div>
  )
}

function ArticleNeighbors({ slug }: { slug: HelpSlug }) {
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

/** The page of the app that an article describes. The API description lies outside the app. */
const appLinks = {
  'creating-account': linkOptions({ to: '/signup', label: 'Create your account' }),
  'business-profile': linkOptions({ to: '/settings', label: 'Open Settings' }),
  'navigating-dashboard': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'cash-flow-basics': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'mobile-experience': linkOptions({ to: '/dashboard', label: 'Open the dashboard' }),
  'first-invoice': linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  estimates: linkOptions({ to: '/estimates', label: 'Open estimates' }),
  installments: linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  'time-and-items': linkOptions({ to: '/clients', label: 'Open clients' }),
  clients: linkOptions({ to: '/clients', label: 'Open clients' }),
  attachments: linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  'recurring-invoices': linkOptions({ to: '/invoices/recurring', label: 'Open recurring invoices' }),
  'invoice-templates': linkOptions({ to: '/invoices/templates', label: 'Open invoice templates' }),
  'payment-reminders': linkOptions({
    to: '/settings',
    search: { tab: 'reminders' },
    label: 'Open reminder settings',
  }),
  'automatic-payments': linkOptions({ to: '/invoices/recurring', label: 'Open recurring invoices' }),
  'late-fees': linkOptions({
    to: '/settings',
    search: { tab: 'reminders' },
    label: 'Open late fee settings',
  }),
  'discounts-taxes': linkOptions({ to: '/invoices/new', label: 'Create an invoice' }),
  'credit-notes': linkOptions({ to: '/invoices', label: 'Open invoices' }),
  'client-portal': linkOptions({ to: '/clients', label: 'Open clients' }),
  expenses: linkOptions({ to: '/expenses/new', label: 'Add an expense' }),
  'bank-connections': linkOptions({ to: '/bank-connections', label: 'Open bank connections' }),
  'bank-files': linkOptions({ to: '/transactions/import', label: 'Import a bank file' }),
  matching: linkOptions({ to: '/transactions/review', label: 'Review matches' }),
  'import-your-data': linkOptions({ to: '/import', label: 'Import your data' }),
  currencies: linkOptions({ to: '/settings', label: 'Open Settings' }),
  receipts: linkOptions({ to: '/transactions/receipts', label: 'Open receipts' }),
  transactions: linkOptions({ to: '/transactions', label: 'Open transactions' }),
  reports: linkOptions({ to: '/reports', label: 'Open reports' }),
  'plans-and-billing': linkOptions({
    to: '/settings',
    search: { tab: 'subscription' },
    label: 'Open your subscription',
  }),
  teams: linkOptions({ to: '/settings', search: { tab: 'team' }, label: 'Open your team' }),
  integrations: linkOptions({ to: '/integrations', label: 'Open integrations' }),
  api: undefined,
} as const satisfies Record<HelpSlug, unknown>
