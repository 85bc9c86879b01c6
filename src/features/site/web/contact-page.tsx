import { Link } from '@tanstack/react-router'
import { CircleHelp, Clock, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { readInstallation } from '../../../web/installation.ts'
import { Page } from '../../../web/layout/page.tsx'
import { Card, CardContent } from '../../../web/ui/card.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { ContactForm } from './contact-form.tsx'

export function ContactPage() {
  return (
    <Page>
      <PageHeader title="Contact" description="Send us a message, and we’ll reply by email." />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardContent>
            <ContactForm />
          </CardContent>
        </Card>
        <OtherWays />
      </div>
    </Page>
  )
}

function OtherWays() {
  const { support } = readInstallation()
  return (
    <Card>
      <CardContent className="flex flex-col gap-6">
        <Way icon={<Mail />} title="Email">
          <a href={`mailto:${support}`} className={`${textLink} wrap-anywhere touch:py-3.5`}>
            {support}
          </a>
        </Way>
        <Way icon={<Clock />} title="Support hours">
          Monday to Friday, 9am to 5pm ET
        </Way>
        <Way icon={<CircleHelp />} title="Already answered?">
          Check the{' '}
          <Link to="/help" className={`${textLink} touch:py-3.5`}>
            Help Center
          </Link>{' '}
          or the{' '}
          <Link to="/faq" className={`${textLink} touch:py-3.5`}>
            FAQ
          </Link>
          .
        </Way>
      </CardContent>
    </Card>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span aria-hidden className="mt-0.5 shrink-0 text-accent [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold text-foreground">{title}</h2>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </div>
  )
}
