import type { ReactNode } from 'react'
import { Card, CardContent } from '../../../web/ui/card.tsx'

interface AuthCardProps {
  title: string
  description: ReactNode
  /** The link to the related page, below the card. */
  footer?: ReactNode
  children: ReactNode
}

export function AuthCard({ title, description, footer, children }: AuthCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pt-8 pb-12 sm:pt-20 sm:pb-16">
      <div className="mb-6 text-center">
        <h1 className="text-2xl font-semibold tracking-tight text-foreground">{title}</h1>
        <p className="mt-1 text-balance text-muted">{description}</p>
      </div>
      <Card>
        <CardContent className="flex flex-col gap-5">{children}</CardContent>
      </Card>
      {/* Padding on inline links enlarges the touch target without changing the line height. */}
      {footer && <p className="mt-6 text-center text-sm text-muted touch:[&_a]:py-3.5">{footer}</p>}
    </div>
  )
}
