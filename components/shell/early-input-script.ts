/**
 * Keeps what is clicked and typed on a page whose rows are there before its scripts are, and does it when React has
 * hydrated the element, which then has a property of React's, and a little later effects have run: both set fields. Links
 * work without scripts, and boxes show their tick at once; of fields only what they contain is told. Must run before
 * React, whose own listeners would take the same events. The hydration gives a field its former value, and React ignores
 * an event whose value it already knows: the field gets its value again, and React's tracker of it another one. A map's
 * elements are never React's. Once every control is, or ten seconds after everything has been loaded, nothing is kept any
 * more.
 */
export const EARLY_INPUT_SCRIPT = `(function(){var q=[],end=0,still=0,ours=false,n=["click","input","change","submit"];
function awake(t){return Object.keys(t).some(function(k){return !k.indexOf("__reactFiber$")})}
function keep(e){var t=e.target;if(ours||!(t instanceof Element)||t.closest(".leaflet-container"))return;
var box=/^(checkbox|radio)$/.test(t.type);
if(e.type==="click"&&!box){if(t.closest("a[href],label,summary,select,textarea,input"))return;e.preventDefault()}
if(e.type==="submit")e.preventDefault();
e.stopImmediatePropagation();if(q.length<50&&(!box||e.type==="click"))q.push([e.type,t,box?t.checked:t.value,0])}
function set(t,name,to){var d=Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),name);if(d)d.set.call(t,to)}
function replay(p){var t=p[1],
m=new MouseEvent("click",{bubbles:true,cancelable:true,view:window}),v=new Event(p[0],{bubbles:true});
if(t._valueTracker)t._valueTracker.setValue("\\u0000");
if(p[0]==="click"){if(typeof p[2]==="boolean")set(t,"checked",!p[2]);t.dispatchEvent(m)}else if(p[0]==="submit")t.requestSubmit();else{
set(t,"value",p[2]);t.dispatchEvent(v)}}
n.forEach(function(t){document.addEventListener(t,keep,true)});
var timer=setInterval(function(){var w=q;q=[];
w.forEach(function(p){if(!p[1].isConnected)return;if(p[3]>2){ours=true;replay(p);ours=false}else{if(awake(p[1]))p[3]++;q.push(p)}});
if(document.readyState!=="complete")return;end=end||Date.now()+10000;
var c=[].slice.call(document.querySelectorAll("button,input,select,textarea"));
still=!q.length&&c.every(awake)?still+1:0;
if(still>2||Date.now()>end){clearInterval(timer);n.forEach(function(t){document.removeEventListener(t,keep,true)})}},50)})()`;
