import { Link, ScrollRestoration, useLocation, useNavigate, useParams } from '@portal/shared/router'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { Segmented } from '@portal/shared/ui/segmented'
import { useTheme } from '@portal/shared/ui/theme'
import { Toaster } from '@portal/shared/ui/toaster'
import styles from './gallery.module.css'
import { Story, toStoryId } from './story.tsx'
import { type Widget, widgets } from './widgets.ts'

const folders = { ui: 'shared/ui', forms: 'shared/forms' } satisfies Record<Widget['folder'], string>

/** The list of widgets and the stories of one widget: `#button` shows all its stories, `#button/busy` one of them. */
export function Gallery() {
  const { pathname } = useLocation()
  const { widgetId, storyId } = useParams()
  const widget = widgets.find(({ id }) => id === widgetId) ?? widgets[0]
  if (!widget) return null
  return (
    <div className={styles.gallery}>
      <title>{`${widget.name} — Чаевые`}</title>
      <header className={styles.header}>
        <Link className={styles.brand ?? ''} to="/">
          Чаевые <span lang="en">Gallery</span>
        </Link>
        <div className={styles.select}>
          <WidgetSelect current={widget} />
        </div>
        <ThemeSwitch />
      </header>
      <WidgetLinks current={widget} />
      <main className={styles.content}>
        <div lang="en">
          <h1 className={styles.title}>{widget.name}</h1>
          <p className={styles.path}>
            @portal/{folders[widget.folder]}/{widget.id}
          </p>
          {storyId && (
            <Link className={styles.all ?? ''} to={`/${widget.id}`}>
              All stories
            </Link>
          )}
        </div>
        <div className={styles.stories} key={pathname} data-alone={storyId ? '' : undefined}>
          {Object.entries(widget.stories)
            .filter(([name]) => !storyId || toStoryId(name) === storyId)
            .map(([name, story]) => (
              <Story key={name} name={name} widgetId={widget.id} isSingle={storyId !== undefined}>
                {story}
              </Story>
            ))}
        </div>
      </main>
      <Toaster />
      <ScrollRestoration />
    </div>
  )
}

function WidgetLinks({ current }: { current: Widget }) {
  return (
    <nav className={styles.nav} aria-label="Widgets" lang="en">
      {Object.entries(folders).map(([folder, title]) => (
        <div key={folder}>
          <p className={styles.folder}>{title}</p>
          <ul>
            {widgets
              .filter((widget) => widget.folder === folder)
              .map((widget) => (
                <li key={widget.id}>
                  <Link
                    className={styles.item ?? ''}
                    to={`/${widget.id}`}
                    {...(widget === current && { 'aria-current': 'page', ref: intoView })}
                  >
                    {widget.name}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function WidgetSelect({ current }: { current: Widget }) {
  const navigate = useNavigate()
  return (
    <Dropdown
      label="Widget"
      hideLabel
      search
      value={current.id}
      onChange={(id) => navigate(`/${id}`)}
      options={widgets.map(({ id, name, folder }) => ({ value: id, label: name, group: folders[folder] }))}
    />
  )
}

function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  return (
    <Segmented
      label="Theme"
      value={theme}
      onChange={setTheme}
      options={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'system', label: 'System' },
      ]}
    />
  )
}

function intoView(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}
