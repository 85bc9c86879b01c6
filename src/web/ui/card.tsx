import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      className={classNames(
        'flex flex-col rounded-lg border border-border bg-surface shadow-card',
        className,
      )}
    />
  )
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('flex flex-col gap-1 px-4 pt-4 sm:px-6 sm:pt-6', className)} />
}

interface CardTitleProps extends ComponentProps<'h2'> {
  level?: 1 | 2 | 3
}

export function CardTitle({ level = 2, className, ...props }: CardTitleProps) {
  const Heading = `h${level}` as const
  return <Heading {...props} className={classNames('text-base font-semibold text-foreground', className)} />
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p {...props} className={classNames('text-sm text-muted', className)} />
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('px-4 py-4 sm:px-6 sm:py-6', className)} />
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={classNames(
        'mt-auto flex flex-wrap items-center gap-2 border-t border-border px-4 py-3 sm:px-6 sm:py-4',
        className,
      )}
    />
  )
}
