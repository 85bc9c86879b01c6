import { Notice } from '../../../web/ui/notice.tsx'

export function LogoGone() {
  return (
    <Notice tone="attention" title="The template’s logo was removed">
      It has since been removed. Everything else is here, and you can add another logo below.
    </Notice>
  )
}
