import type { ReactNode } from 'react'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../ui/card.tsx'

interface FormSectionProps {
  title: string
  help?: ReactNode
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A card of the form. Its fields are in two columns where there is room. */
export function FormSection({ title, help, description, action, children }: FormSectionProps) {
  return (
    <Card>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex items-center gap-1">
            <CardTitle>{title}</CardTitle>
            {help}
          </div>
          {action}
        </div>
        {description && <CardDescription>{description}</CardDescription>}
      </CardHeader>
      <CardContent className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</CardContent>
    </Card>
  )
}

export const wholeRow = 'sm:col-span-2'
