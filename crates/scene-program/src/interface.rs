//! The interface for the page: what lies on the table as JSON, a move as the text of its timeline, everything else as names and
//! numbers. Times are those of one clock of the page, in milliseconds.

use scene::cameras::{Camera, Extent, Orbit, View, extent, raise, raised_camera};
use scene::geometry::mesh;
use scene::lights::{Light, lights};
use scene::pick::{Cell, cells, outline, pick};
use scene::picture::Picture;
use scene::poses::{Animation, Film};
use scene::still::still;
use scene::table::{Table, hole_id, square_id};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use web_sys::HtmlCanvasElement;

use crate::eye::Eye;
use crate::quality::Quality;
use crate::renderer::Renderer;
use crate::theme::Theme;

/// What [`Scene::frame`] says when no further frame is wanted.
const NEVER: f64 = -1.0;
/// How long a breath of a candle may stand still: it is slow, and each frame costs power.
const BREATH_MS: f64 = 66.0;

/// A table on a canvas. Whatever is set takes effect with the next [`Scene::frame`].
#[wasm_bindgen]
pub struct Scene {
    renderer: Renderer,
    shown: Option<Shown>,
    eye: Eye,
    camera: Option<Camera>,
    lights: Vec<Light>,
    theme: Theme,
    /// How many times as long as usual a move takes.
    pace: f64,
    /// The height of the canvas, in pixels of the page.
    height: f32,
}

/// What lies on the table.
struct Shown {
    table: Table,
    still: Picture,
    extent: Extent,
    /// The move that is played.
    film: Option<Playing>,
}

/// A move that is played.
struct Playing {
    animation: Animation,
    film: Film,
    /// When it began; none before its first picture.
    began: Option<f64>,
}

#[wasm_bindgen]
impl Scene {
    /// A scene on this canvas. An error, with a text for the console, if there is no WebGL2.
    #[wasm_bindgen(constructor)]
    pub fn new(canvas: HtmlCanvasElement) -> Result<Scene, JsError> {
        let renderer = Renderer::new(canvas, mesh).map_err(|text| JsError::new(&text))?;
        let lights = vec![Light::Window];
        Ok(Scene {
            renderer,
            shown: None,
            eye: Eye::default(),
            camera: None,
            lights,
            theme: Theme::default(),
            pace: 1.0,
            height: 0.0,
        })
    }

    /// The canvas has this size, in pixels of the page, on a screen that has so many pixels for each of them.
    pub fn resize(&mut self, width: f64, height: f64, pixel_ratio: f64) {
        self.renderer.resize([width, height], pixel_ratio);
        self.height = height as f32;
        self.bring_into_reach();
    }

    /// Whether the processor draws: then only the flat board is offered.
    #[wasm_bindgen(js_name = isSoftware)]
    pub fn is_software(&self) -> bool {
        self.renderer.is_software()
    }

    /// How much is drawn: 0 everything, 1 fewer pixels, 2 no shadows either.
    pub fn quality(&mut self, step: u8) {
        self.renderer.set_quality(Quality::step(step));
    }

    /// The theme by the name that the settings have for it; an unknown one is the default.
    pub fn theme(&mut self, name: &str) {
        self.theme = Theme::named(name);
    }

    /// The lights that are on, by their names with blanks between them: `window`, `lamp`, `candle`. Unknown names are left out.
    pub fn lights(&mut self, names: &str) {
        self.lights = names.split(' ').filter_map(Light::of_name).collect();
    }

    /// Whether nothing moves by itself: the eye is at once where it goes, and candles stand still.
    pub fn calm(&mut self, is_calm: bool) {
        self.eye.is_calm = is_calm;
    }

    /// Goes to the view of a name: `table`, `seat`, `side`, `above`, `free` (at its home). An unknown name changes nothing.
    pub fn view(&mut self, name: &str) {
        if let Some(view) = View::of_name(name) {
            self.eye.go(view);
            self.bring_into_reach();
        }
    }

    /// Goes to the free view at a place: `spin` around the board from the near side to the right and `tilt` down from straight
    /// above, in degrees, and `zoom` times as near as where the whole board is seen. Each is kept within its limits, and what is
    /// no number is that of the home.
    #[wasm_bindgen(js_name = viewFrom)]
    pub fn view_from(&mut self, spin: f32, tilt: f32, zoom: f32) {
        let [turn, tilt] = [spin, 90.0 - tilt].map(f32::to_radians);
        self.eye.go(View::Free(Orbit { turn, tilt, zoom }.limited()));
        self.bring_into_reach();
    }

    /// Where the eye rests, as the spin, tilt and zoom of [`Scene::view_from`].
    pub fn place(&self) -> Vec<f32> {
        let Orbit { turn, tilt, zoom } = self.eye.view().orbit();
        vec![turn.to_degrees(), 90.0 - tilt.to_degrees(), zoom]
    }

    /// The free view follows a drag by these fractions of the picture's width and height, and comes nearer by the factor `zoom`
    /// (1 leaves the distance). From another view it begins at its home.
    pub fn drag(&mut self, across: f32, down: f32, zoom: f32) {
        self.eye.follow(|orbit| orbit.dragged(across, down).zoomed(zoom));
    }

    /// The eye goes around the board: the table that is shown from now on has the other side near.
    #[wasm_bindgen(js_name = goAround)]
    pub fn go_around(&mut self) {
        self.eye.go_around();
    }

    /// What lies on the table, as JSON: see `scene::table`. A move that is played goes on, and leads to this table: its marks may
    /// change meanwhile. An error leaves everything as it was.
    pub fn show(&mut self, table: &str) -> Result<(), JsError> {
        let table = serde_json_core::from_str::<Table>(table).map_err(|_| JsError::new("not a table"))?.0;
        let before = self.shown.as_ref().map(|shown| shown.extent);
        let mut film = self.shown.take().and_then(|shown| shown.film);
        if let Some(playing) = &mut film {
            playing.film = playing.animation.film(&table);
        }
        let extent = extent(&table);
        self.shown = Some(Shown { still: still(&table), extent, table, film });
        if before != Some(extent) {
            self.bring_into_reach();
        }
        Ok(())
    }

    /// Ends the move that is played.
    pub fn cut(&mut self) {
        if let Some(shown) = &mut self.shown {
            shown.film = None;
        }
    }

    /// Plays the timeline of a move that leads to this table, from the next frame on, and says how long it takes, in milliseconds.
    /// Where the timeline cannot be read, the table is shown at once, and it takes 0.
    ///
    /// At a `pace` of 2 it takes twice as long.
    pub fn play(&mut self, table: &str, timeline: &str, pace: f64) -> Result<u32, JsError> {
        self.cut();
        self.show(table)?;
        self.pace = if pace > 0.0 { pace } else { 1.0 };
        let Some(shown) = &mut self.shown else { return Ok(0) };
        shown.film = Animation::read(timeline).ok().map(|animation| {
            let film = animation.film(&shown.table);
            Playing { animation, film, began: None }
        });
        Ok(shown.film.as_ref().map_or(0, |playing| playing.film.duration()))
    }

    /// Draws the table at this time, and says after how many milliseconds another frame is wanted: 0 with the screen's next
    /// one, because something moves; −1 never, until something is set.
    pub fn frame(&mut self, now: f64) -> Result<f64, JsError> {
        let Some(shown) = &mut self.shown else { return Ok(NEVER) };
        let (camera, eye_moves) = self.eye.camera(shown.extent, self.renderer.aspect(), now);
        self.camera = Some(camera);
        let moved = match &mut shown.film {
            Some(Playing { film, began, .. }) => {
                let millis = (now - *began.get_or_insert(now)) / self.pace;
                // Written so that what is no number is the end.
                (millis < f64::from(film.duration())).then(|| film.picture(millis as f32))
            }
            None => None,
        };
        if moved.is_none() {
            shown.film = None;
        }
        let breathes = !self.eye.is_calm && self.lights.contains(&Light::Candle);
        let lights = lights(&self.lights, shown.extent, breathes.then_some((now / 1_000.0) as f32));
        let picture = moved.as_ref().unwrap_or(&shown.still);
        self.renderer.draw(picture, &camera, &lights, self.theme).map_err(|text| JsError::new(&text))?;
        let moves = eye_moves || moved.is_some();
        Ok(if moves {
            0.0
        } else if breathes {
            BREATH_MS
        } else {
            NEVER
        })
    }

    /// The id of the hole or the square at a point of the picture, in fractions of its width and height from the upper left, as the
    /// last frame shows it. Nothing beside the cells.
    pub fn pick(&self, x: f32, y: f32) -> Option<String> {
        let (shown, camera) = self.shown.as_ref().zip(self.camera.as_ref())?;
        pick(&shown.table, camera, self.renderer.aspect(), [x, y]).map(|cell| id(&shown.table, cell))
    }

    /// The ids of all cells of the board, with blanks between them, in the order of [`Scene::outlines`].
    pub fn cells(&self) -> String {
        let Some(shown) = &self.shown else { return String::new() };
        let ids: Vec<String> = cells(&shown.table).into_iter().map(|cell| id(&shown.table, cell)).collect();
        ids.join(" ")
    }

    /// Where the cells are on the screen while the eye rests: for each the number of its corners, then each corner's place in
    /// fractions of the picture's width and height, from the upper left. A cell that is not seen has no corners.
    pub fn outlines(&self) -> Vec<f32> {
        let Some(shown) = &self.shown else { return Vec::new() };
        let aspect = self.renderer.aspect();
        let camera = raised_camera(self.eye.view(), shown.extent, aspect, self.eye.raise);
        let mut numbers = Vec::new();
        for cell in cells(&shown.table) {
            let corners = outline(&shown.table, &camera, aspect, cell).unwrap_or_default();
            numbers.push(corners.len() as f32);
            numbers.extend(corners.as_flattened());
        }
        numbers
    }

    /// The context is lost (`webglcontextlost`, whose default has to be prevented): nothing is drawn until [`Scene::restore`].
    pub fn lost(&mut self) {
        self.renderer.lose();
    }

    /// The context is there again (`webglcontextrestored`): all is made anew, and the next frame draws it.
    pub fn restore(&mut self) -> Result<(), JsError> {
        self.renderer.restore().map_err(|text| JsError::new(&text))
    }
}

impl Scene {
    /// Raises the view as far as the size of the picture wants it.
    fn bring_into_reach(&mut self) {
        if let Some(shown) = self.shown.as_ref().filter(|_| self.height > 0.0) {
            self.eye.raise = raise(self.eye.view(), &shown.table, self.renderer.aspect(), self.height);
        }
    }
}

/// The id of the document's element for a cell.
fn id(table: &Table, cell: Cell) -> String {
    match (cell, table.as_mancala()) {
        (Cell::Hole(hole), Some(board)) => hole_id(board, hole),
        (Cell::Square(place), _) => square_id(place),
        (Cell::Hole(_), None) => String::new(),
    }
}
