import { classNames } from '../../../../web/ui/class-names.ts'

export function PaperHeading({ className, children }: { className?: string | false; children: string }) {
  return (
    <h3 className={classNames('text-xs font-semibold tracking-normal text-(--paper-accent)', className)}>
      {children}
    </h3>
  )
}
