/**
 * Hands steps through the history to what is open over a screen before the router sees them, in browsers without the
 * Navigation API: a window calls its listeners in the order in which they were added, whatever they ask for, so that this
 * one is added before any other code runs. See use-close-on-back.ts.
 */
export const BACK_SCRIPT = `(function(){if(!window.navigation)
addEventListener("popstate",function(e){if(window.onStepBack)window.onStepBack(e)})})()`;
