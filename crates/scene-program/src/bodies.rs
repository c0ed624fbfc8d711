//! Meshes on the graphics card, each with the instances that are drawn of it.

use scene::mesh::Mesh;
use web_sys::{WebGl2RenderingContext as Gl, WebGlBuffer, WebGlVertexArrayObject};

use crate::gl::{Failure, buffer};
use crate::instances::{BODY_FLOATS, Instances};

/// A mesh and its instances.
pub struct Body {
    shape: WebGlVertexArrayObject,
    buffers: [WebGlBuffer; 3],
    indices: i32,
    count: i32,
}

/// A corner's bytes: a position of floats, a normal of signed bytes, one byte to fill up.
const CORNER: i32 = 16;

impl Body {
    /// A body of this mesh, with no instances yet.
    pub fn new(gl: &Gl, mesh: &Mesh) -> Result<Body, Failure> {
        let indices: Vec<u8> = mesh.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let body = Body::of(gl, &corners(mesh), &indices, mesh.indices.len())?;
        gl.vertex_attrib_pointer_with_i32(0, 3, Gl::FLOAT, false, CORNER, 0);
        gl.enable_vertex_attrib_array(0);
        gl.vertex_attrib_pointer_with_i32(1, 3, Gl::BYTE, true, CORNER, 12);
        gl.enable_vertex_attrib_array(1);
        body.instances_have(gl, BODY_FLOATS);
        Ok(body)
    }

    /// A rectangle on which something is drawn, whose instances have so many floats.
    pub fn rectangle(gl: &Gl, floats: usize) -> Result<Body, Failure> {
        let corners: Vec<u8> = [-1.0_f32, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0]
            .iter()
            .flat_map(|side| side.to_le_bytes())
            .collect();
        let indices: Vec<u8> = [0_u32, 1, 2, 2, 1, 3].iter().flat_map(|index| index.to_le_bytes()).collect();
        let body = Body::of(gl, &corners, &indices, 6)?;
        gl.vertex_attrib_pointer_with_i32(0, 2, Gl::FLOAT, false, 0, 0);
        gl.enable_vertex_attrib_array(0);
        body.instances_have(gl, floats);
        Ok(body)
    }

    fn of(gl: &Gl, corners: &[u8], indices: &[u8], count: usize) -> Result<Body, Failure> {
        let shape = gl.create_vertex_array().ok_or("no vertex array")?;
        gl.bind_vertex_array(Some(&shape));
        let indices = buffer(gl, Gl::ELEMENT_ARRAY_BUFFER, indices, Gl::STATIC_DRAW)?;
        let instances = gl.create_buffer().ok_or("no buffer")?;
        let corners = buffer(gl, Gl::ARRAY_BUFFER, corners, Gl::STATIC_DRAW)?;
        Ok(Body { shape, buffers: [corners, indices, instances], indices: count as i32, count: 0 })
    }

    /// Each instance has so many floats, four to an attribute from the third one on.
    fn instances_have(&self, gl: &Gl, floats: usize) {
        gl.bind_buffer(Gl::ARRAY_BUFFER, Some(&self.buffers[2]));
        for (number, attribute) in (2..).take(floats / 4).enumerate() {
            gl.vertex_attrib_pointer_with_i32(
                attribute,
                4,
                Gl::FLOAT,
                false,
                floats as i32 * 4,
                number as i32 * 16,
            );
            gl.vertex_attrib_divisor(attribute, 1);
            gl.enable_vertex_attrib_array(attribute);
        }
        gl.bind_vertex_array(None);
    }

    /// From now on these instances are drawn.
    pub fn set(&mut self, gl: &Gl, instances: Option<&Instances>) {
        self.count = instances.map_or(0, |instances| instances.count);
        if let Some(instances) = instances {
            gl.bind_buffer(Gl::ARRAY_BUFFER, Some(&self.buffers[2]));
            gl.buffer_data_with_u8_array(Gl::ARRAY_BUFFER, &instances.bytes, Gl::DYNAMIC_DRAW);
        }
    }

    /// Draws all instances with one call; none if there are none.
    pub fn draw(&self, gl: &Gl) {
        if self.count > 0 {
            gl.bind_vertex_array(Some(&self.shape));
            gl.draw_elements_instanced_with_i32(Gl::TRIANGLES, self.indices, Gl::UNSIGNED_INT, 0, self.count);
        }
    }

    /// Gives its memory back.
    pub fn delete(&self, gl: &Gl) {
        gl.delete_vertex_array(Some(&self.shape));
        self.buffers.iter().for_each(|buffer| gl.delete_buffer(Some(buffer)));
    }
}

/// The corners of a mesh as bytes.
fn corners(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(mesh.positions.len() * CORNER as usize);
    for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
        bytes.extend(position.to_array().iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(normal.to_array().map(|number| (number * 127.0).round() as i8 as u8));
        bytes.push(0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use scene::glam::Vec3;
    use scene::mesh::Mesh;

    use super::{CORNER, corners};

    #[test]
    fn a_corner_is_packed_with_its_normal_behind_it() {
        let mesh = Mesh {
            positions: vec![Vec3::new(1.5, -2.0, 0.25)],
            normals: vec![Vec3::new(0.0, -1.0, 0.0)],
            indices: vec![],
        };
        let bytes = corners(&mesh);
        assert_eq!(bytes.len(), CORNER as usize);
        assert_eq!(bytes[..4], 1.5_f32.to_le_bytes());
        assert_eq!(bytes[12..], [0, 129, 0, 0]);
    }
}
