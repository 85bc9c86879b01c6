import type { ReactNode } from 'react'

import { Card, CardContent } from '../../../web/ui/card.tsx'

interface AuthCardProps {
  title: string
  description: ReactNode
  /** Below the card: the way to the neighbouring page. */
  footer?: ReactNode
  children: ReactNode
}

export function AuthCard({ title, description, footer, children }: AuthCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 py-10 sm:py-14">
      <div className="mb-6 text-center">
        <h1 className="text-2xl font-semibold tracking-tight text-foreground">{title}</h1>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      <Card>
        <CardContent className="flex flex-col gap-5">{children}</CardContent>
      </Card>
      {footer && <p className="mt-6 text-center text-sm text-muted">{footer}</p>}
    </div>
  )
}
