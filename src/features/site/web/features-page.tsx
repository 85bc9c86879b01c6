import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import { useSession } from '../../auth/web/session.ts'
import { plans, trialDays } from '../../billing/rules.ts'
import { PlanCards } from '../../billing/web/plan-cards.tsx'
import { helpArticles } from '../help-rules.ts'
import { CallToAction } from './call-to-action.tsx'
import { type Feature, features } from './features.ts'
import { loneLink } from './lone-link.ts'
import { PictureFrame } from './picture-frame.tsx'
import { SiteHero } from './site-hero.tsx'
import { Testimonial } from './testimonial.tsx'

export function FeaturesPage() {
  const isMember = useSession().status === 'signed-in'
  return (
    <div className="flex flex-col gap-16 pb-16 sm:gap-24 sm:pb-24">
      <SiteHero
        title="Everything from sending the invoice to getting paid"
        lead="Send an invoice, get paid online, record what you spend, and see what’s left. All in one place, in plain words."
      >
        <nav aria-label="On this page" className="mt-8">
          <ul className="flex flex-wrap gap-2 sm:justify-center">
            {features.map(({ id, label }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-9 items-center rounded-full border border-border bg-surface px-4 text-sm font-medium text-foreground hover:border-border-strong touch:min-h-11"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </SiteHero>
      {features.map((feature, index) => (
        <FeatureTile key={feature.id} feature={feature} isMirrored={index % 2 === 1} />
      ))}
      <Testimonial />
      <section id="pricing" className="mx-auto w-full max-w-page px-4 sm:px-6">
        <h2 className="text-2xl font-semibold tracking-tight text-foreground sm:text-3xl">
          Start free, with clear prices after that
        </h2>
        <p className="mt-2 mb-8 max-w-2xl text-muted">
          Stay on {plans.free.label} as long as you like. Paid plans start with a {trialDays}-day free trial,
          no card needed.{' '}
          <Link to="/pricing" className={textLink}>
            Compare the plans
          </Link>
        </p>
        <PlanCards interval="month" current={null} level={3} />
      </section>
      {!isMember && <CallToAction />}
    </div>
  )
}

function FeatureTile({ feature, isMirrored }: { feature: Feature; isMirrored: boolean }) {
  const { id, title, text, points, article, picture, alt } = feature
  return (
    <section
      id={id}
      className="mx-auto grid w-full max-w-page items-center gap-8 px-4 sm:px-6 lg:grid-cols-12 lg:gap-16"
    >
      <div className={classNames('max-w-2xl lg:col-span-5', isMirrored && 'lg:order-last')}>
        <h2 className="text-2xl font-semibold tracking-tight text-foreground sm:text-3xl">{title}</h2>
        <p className="mt-3 text-muted">{text}</p>
        <ul className="mt-6 flex flex-col gap-3 text-foreground">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <Check aria-hidden className="mt-1 size-4 shrink-0 text-positive" />
              {point}
            </li>
          ))}
        </ul>
        <p className="mt-6 text-muted">
          Learn how:{' '}
          <Link to={`/help/${article}`} className={loneLink}>
            {helpArticles[article].title}
          </Link>
        </p>
      </div>
      <div className="lg:col-span-7">
        <PictureFrame name={picture} alt={alt} />
      </div>
    </section>
  )
}
