import { Link } from '@tanstack/react-router'
import { ArrowRight, HardDrive, LockKeyhole, type LucideIcon, Smartphone } from 'lucide-react'

import { productName } from '../../../shared/product.ts'
import { useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import { MillScene } from './mill-scene.tsx'

const features: ReadonlyArray<{ icon: LucideIcon; title: string; text: string }> = [
  {
    icon: HardDrive,
    title: 'On a machine of your own',
    text: `One command starts ${productName} with its own database. Your records stay where you put them.`,
  },
  {
    icon: LockKeyhole,
    title: 'Kept apart, by the database itself',
    text: 'Each business reaches its own records and no others. Signing out ends the session on every device.',
  },
  {
    icon: Smartphone,
    title: 'Made for a thumb and a keyboard',
    text: 'Screens fit a phone as well as a desk, work without a mouse, and come in light and dark.',
  },
]

export function LandingPage() {
  const isMember = useSession().status === 'signed-in'
  return (
    <>
      <section className="border-b border-border bg-surface">
        <div className="mx-auto grid w-full max-w-page items-center gap-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:py-24">
          <div>
            <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight text-foreground sm:text-5xl">
              Run your business, not a ledger.
            </h1>
            <p className="mt-5 max-w-lg text-lg text-muted">
              {productName} is a calm place for the money of a small business: plain words, clear pages, and
              nothing to learn about accounting first.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Button asChild size="lg">
                <Link to={isMember ? '/dashboard' : '/signup'}>
                  {isMember ? 'Go to Dashboard' : 'Create your account'}
                  <ArrowRight aria-hidden />
                </Link>
              </Button>
              {!isMember && (
                <Button asChild size="lg" variant="secondary">
                  <Link to="/login">Log In</Link>
                </Button>
              )}
            </div>
          </div>
          <MillScene />
        </div>
      </section>

      <section
        aria-labelledby="features-heading"
        className="mx-auto w-full max-w-page px-4 py-14 sm:px-6 sm:py-20"
      >
        <h2
          id="features-heading"
          className="max-w-xl text-2xl font-semibold tracking-tight text-foreground sm:text-3xl"
        >
          Yours, private and easy to use
        </h2>
        <ul className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="rounded-lg border border-border bg-surface p-6 shadow-card">
              <span className="flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent">
                <Icon aria-hidden className="size-5" />
              </span>
              <h3 className="mt-4 text-lg font-semibold text-foreground">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      {!isMember && <CallToAction />}
    </>
  )
}

function CallToAction() {
  return (
    <section
      aria-labelledby="start-heading"
      className="mx-auto w-full max-w-page px-4 pb-16 sm:px-6 sm:pb-24"
    >
      <div className="flex flex-col items-start gap-6 rounded-xl border border-accent/20 bg-accent-soft p-8 sm:p-10 md:flex-row md:items-center md:justify-between">
        <div>
          <h2 id="start-heading" className="text-2xl font-semibold tracking-tight text-foreground">
            Give your business its place
          </h2>
          <p className="mt-1.5 text-muted">
            Your name, your email, your business, a password. That is all it asks.
          </p>
        </div>
        <Button asChild size="lg">
          <Link to="/signup">Get started</Link>
        </Button>
      </div>
    </section>
  )
}
