import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

interface SpinnerProps {
  /** For screen readers; omit it where visible text beside the spinner says the same. */
  label?: string | undefined
  size?: 'sm' | 'md' | 'lg'
  className?: string | undefined
}

const sizes = { sm: 'size-4', md: 'size-5', lg: 'size-8' }

export function Spinner({ label, size = 'sm', className }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden className={classNames('animate-spin', sizes[size])} />
  if (label === undefined) return <span className={classNames('inline-flex', className)}>{icon}</span>
  return (
    <output className={classNames('inline-flex', className)}>
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  )
}
