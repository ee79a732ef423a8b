/// <reference types="webpack/module" />
import { pageRegistry } from './registry.ts'

// This module must run before the bundle requests its other files, which are below the release of the page. A version
// inside the bundle would change a file that is otherwise identical (platform/bundler/webpack.ts).

__webpack_public_path__ = pageRegistry().shell.base
