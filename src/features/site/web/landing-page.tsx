import { Link } from '@tanstack/react-router'
import {
  ArrowRight,
  ChartColumn,
  Download,
  FileText,
  HardDrive,
  LockKeyhole,
  type LucideIcon,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { productName } from '../../../shared/product.ts'
import { Button } from '../../../web/ui/button.tsx'
import { useSession } from '../../auth/web/session.ts'
import { plans } from '../../billing/rules.ts'
import { CallToAction } from './call-to-action.tsx'
import { loneLink } from './lone-link.ts'
import { PictureFrame } from './picture-frame.tsx'
import { Testimonial } from './testimonial.tsx'

interface Feature {
  icon: LucideIcon
  title: string
  text: string
  /** The section of /features with more details, and the text of the link to it. */
  hash: string
  more: string
}

const features: readonly Feature[] = [
  {
    icon: FileText,
    title: 'Invoices with a payment link',
    text: 'Your client gets the invoice by email, with a PDF and a link, and pays by card from there. Tick one box, and a reminder goes out three days before it is due, or on the days you choose.',
    hash: 'invoices',
    more: 'More about invoices',
  },
  {
    icon: Wallet,
    title: 'Expenses and banks',
    text: 'Enter what you spend, and let rent and subscriptions repeat automatically. Connect a bank to import its balances and transactions.',
    hash: 'expenses',
    more: 'More about expenses',
  },
  {
    icon: ChartColumn,
    title: 'A dashboard in plain words',
    text: 'What you have, who owes you, what you need to pay soon, and six months of money in and out. One click shows what’s behind any figure.',
    hash: 'dashboard',
    more: 'More about the dashboard',
  },
]

const promises: ReadonlyArray<{ icon: LucideIcon; title: string; text: string }> = [
  {
    icon: HardDrive,
    title: 'On your own server',
    text: `One command starts ${productName} with its own database. Your records stay where you put them.`,
  },
  {
    icon: LockKeyhole,
    title: 'Separate from everyone else’s',
    text: 'The database itself gives each business access to its own records only. Signing out ends the session on every device.',
  },
  {
    icon: Download,
    title: 'Leave whenever you like',
    text: 'All your data in one archive, as CSV and JSON. An account you delete is erased after seven days.',
  },
]

export function LandingPage() {
  const isMember = useSession().status === 'signed-in'
  return (
    <div className="flex flex-col gap-16 pb-16 sm:gap-24 sm:pb-24">
      <Hero isMember={isMember} />
      <Part id="features" title="From invoice to payment, in one place">
        <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
          {features.map((feature) => (
            <FeatureCard key={feature.hash} {...feature} />
          ))}
        </ul>
      </Part>
      <section
        id="start"
        className="mx-auto grid w-full max-w-page gap-4 px-4 sm:px-6 md:grid-cols-2 md:gap-6"
      >
        <Panel title="Free to start">
          <p>
            {plans.free.invoicesPerMonth} invoices a month, with payment links, reminders, expenses and the
            dashboard, for as long as you like. No card needed.
          </p>
          <Link to="/pricing" className={`mt-4 ${loneLink}`}>
            See plans
          </Link>
        </Panel>
        <Panel title="Made for your phone">
          <p>
            {productName} works in your phone’s browser, with nothing to install. Every screen is as easy to
            use on a phone as on a computer, in light and dark.
          </p>
          <Link to="/help/mobile-experience" className={`mt-4 ${loneLink}`}>
            Using it on your phone
          </Link>
        </Panel>
      </section>
      <Testimonial />
      <Part id="yours" title="Your business, your data">
        <ul className="grid gap-8 md:grid-cols-3 md:gap-10">
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden className="size-5 text-accent" />
              <h3 className="mt-3 font-semibold text-foreground">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Part>
      {!isMember && <CallToAction />}
    </div>
  )
}

function Hero({ isMember }: { isMember: boolean }) {
  return (
    <section id="overview" className="bg-linear-to-b from-accent-soft to-background">
      <div className="mx-auto flex w-full max-w-page flex-col px-4 pt-10 sm:items-center sm:px-6 sm:pt-20 sm:text-center">
        <p className="text-sm font-medium text-accent">For freelancers and small businesses</p>
        <h1 className="mt-3 max-w-3xl text-4xl leading-[1.1] font-semibold tracking-tight text-foreground sm:text-5xl lg:text-6xl">
          Send invoices, get paid, and know what’s left
        </h1>
        <p className="mt-4 max-w-xl text-lg text-muted sm:mt-6 sm:text-balance">
          {`${productName} keeps your invoices, expenses and cash flow in one place, in plain words. No accounting knowledge needed.`}
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <Button asChild size="lg">
            <Link to={isMember ? '/dashboard' : '/signup'}>
              {isMember ? 'Go to Dashboard' : 'Get started free'}
              <ArrowRight aria-hidden />
            </Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to="/features">See features</Link>
          </Button>
        </div>
        <p className="mt-4 text-sm text-muted">
          {`Free for ${plans.free.invoicesPerMonth} invoices a month. No card needed.`}
        </p>
        <PictureFrame
          name="landing-dashboard"
          isFirst
          alt="The dashboard of a small business: its cash balance, pending invoices and upcoming expenses, and what needs attention"
          className="mt-10 shadow-float sm:mt-14"
        />
      </div>
    </section>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mx-auto w-full max-w-page px-4 sm:px-6">
      <h2 className="mb-8 max-w-2xl text-2xl font-semibold tracking-tight text-foreground sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function FeatureCard({ icon: Icon, title, text, hash, more }: Feature) {
  return (
    <li className="flex flex-col items-start rounded-xl border border-border bg-surface p-6 shadow-card">
      <span className="flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <h3 className="mt-4 text-lg font-semibold text-foreground">{title}</h3>
      <p className="mt-2 mb-4 text-muted">{text}</p>
      <Link to="/features" hash={hash} className={`mt-auto ${loneLink}`}>
        {more}
      </Link>
    </li>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-xl bg-surface-sunken p-6 text-muted sm:p-8">
      <h2 className="mb-2 text-xl font-semibold tracking-tight text-foreground">{title}</h2>
      {children}
    </div>
  )
}
