import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { readPortalPath } from '../../../../web/portal-path.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Spinner } from '../../../../web/ui/spinner.tsx'

const styles: Record<'confirmed' | 'pending' | 'failed', { icon: LucideIcon; ink: string }> = {
  confirmed: { icon: CircleCheck, ink: 'bg-positive-soft text-positive ring-positive-soft/40' },
  pending: { icon: Clock, ink: 'bg-accent-soft text-accent ring-accent-soft/40' },
  failed: { icon: CircleAlert, ink: 'bg-attention-soft text-attention ring-attention-soft/40' },
}

interface PaymentOutcomeProps {
  state: keyof typeof styles | 'confirming'
  title: string
  text: ReactNode
  heading: RefObject<HTMLHeadingElement | null>
  children?: ReactNode
}

/** One card for all outcomes. Screen readers announce its changes without moving the focus. */
export function PaymentOutcome({ state, title, text, heading, children }: PaymentOutcomeProps) {
  // A client who came from their portal goes back there.
  const [portalPath] = useState(readPortalPath)
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pt-8 pb-12 sm:pt-20 sm:pb-16">
      <Card className="gap-6 p-5 sm:p-8">
        <output className="flex flex-col items-center text-center">
          <Emblem state={state} />
          <h1
            ref={heading}
            tabIndex={-1}
            className="mt-5 text-2xl font-semibold tracking-tight text-foreground"
          >
            {title}
          </h1>
          <div className="mt-1 flex flex-col gap-1 wrap-anywhere text-muted">{text}</div>
        </output>
        {children}
      </Card>
      <p className="mt-4 text-center">
        <Button asChild variant="link">
          {portalPath === null ? <Link to="/">Home</Link> : <Link to={portalPath}>Back to your account</Link>}
        </Button>
      </p>
    </div>
  )
}

function Emblem({ state }: Pick<PaymentOutcomeProps, 'state'>) {
  const { icon: Icon, ink } = styles[state === 'confirming' ? 'pending' : state]
  return (
    <span className={classNames('flex size-12 items-center justify-center rounded-full ring-8', ink)}>
      {state === 'confirming' ? <Spinner size="md" /> : <Icon aria-hidden className="size-6" />}
    </span>
  )
}
