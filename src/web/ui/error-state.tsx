import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface ErrorStateProps {
  title?: ReactNode
  text?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}

export function ErrorState({
  title = 'This could not be loaded',
  text = 'Nothing was lost. Check your connection and try again.',
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-negative-soft text-negative ring-8 ring-negative-soft/40">
        <CloudOff aria-hidden className="size-5" />
      </span>
      <p className="text-base font-semibold text-foreground">{title}</p>
      {text && <p className="mt-1 max-w-sm text-sm text-muted">{text}</p>}
      {onRetry && (
        <Button
          variant="secondary"
          className="mt-6"
          busy={retrying}
          busyLabel="Trying again..."
          onClick={onRetry}
        >
          <RotateCw aria-hidden />
          Try again
        </Button>
      )}
    </div>
  )
}
