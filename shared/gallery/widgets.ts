/// <reference types="webpack/module" />
import type { Stories } from './stories.ts'

export type Widget = {
  /** `otp-step`; the page's address is `#otp-step`. */
  id: string
  /** `OtpStep` */
  name: string
  folder: 'ui' | 'forms'
  stories: Stories
}

// Whatever story files there are: a new one needs no line here.
const ui = import.meta.webpackContext('../ui', { regExp: /^\.\/.+\.stories\.tsx$/ })
const forms = import.meta.webpackContext('../forms', { regExp: /^\.\/.+\.stories\.tsx$/ })

export const widgets: readonly Widget[] = [...toWidgets('ui', ui), ...toWidgets('forms', forms)]

function toWidgets(folder: Widget['folder'], context: webpack.Context): Widget[] {
  return context.keys().map((file) => {
    const id = file.slice(file.lastIndexOf('/') + 1).replace('.stories.tsx', '')
    const { stories } = context(file) as { stories: Stories }
    return { id, name: componentName(id), folder, stories }
  })
}

/** `otp-step` → `OtpStep` */
function componentName(id: string): string {
  return id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
