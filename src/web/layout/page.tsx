import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

const widths = { page: 'max-w-page', settings: 'max-w-4xl', narrow: 'max-w-2xl' }

export function Page({ width = 'page', children }: { width?: keyof typeof widths; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'mx-auto flex w-full flex-col gap-6 px-4 py-8 sm:px-6 sm:py-10 print:max-w-none print:p-0',
        widths[width],
      )}
    >
      {children}
    </div>
  )
}
